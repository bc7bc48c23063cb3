SET standard_conforming_strings = on;

CREATE TABLE "all_types" (
  "object_id" bigint NOT NULL,
  "object_version" bigint DEFAULT 1 NOT NULL,
  "binary" bytea,
  "binary_external" bytea,
  "boolean" boolean DEFAULT TRUE NOT NULL,
  "boolean_object" boolean,
  "date" timestamptz DEFAULT '2020-12-31 16:00:00+00',
  "date_scalar" timestamptz DEFAULT '2000-12-31 23:00:00+00' NOT NULL,
  "decimal" numeric DEFAULT 12.50,
  "double" double precision DEFAULT 0.25 NOT NULL,
  "double_object" double precision,
  "encrypted" text,
  "float" real DEFAULT 0.5 NOT NULL,
  "float_object" real,
  "integer16" smallint DEFAULT 3 NOT NULL,
  "integer16_object" smallint,
  "integer32" integer DEFAULT -1 NOT NULL,
  "integer32_object" integer,
  "integer64" bigint DEFAULT 0,
  "integer64_object" bigint,
  "pattern" text DEFAULT 'topic',
  "string" text DEFAULT '' NOT NULL,
  "tombstone" uuid,
  "transformable" bytea,
  "transformable_color" bytea,
  "uri" text,
  "uuid" uuid,
  "document_attachments_id" bigint,
  "document_attachments_order" bigint,
  CONSTRAINT "all_types_pkey" PRIMARY KEY ("object_id"),
  CONSTRAINT "all_types_date_range" CHECK ("date" BETWEEN '2001-01-01 00:00:00+00'::timestamptz AND '2101-01-02 00:00:00+00'::timestamptz),
  CONSTRAINT "all_types_decimal_range" CHECK ("decimal" BETWEEN 0.01 AND 99999.99),
  CONSTRAINT "all_types_double_range" CHECK ("double" BETWEEN '-4.5'::double precision AND '4.5'::double precision),
  CONSTRAINT "all_types_integer16_range" CHECK ("integer16" BETWEEN 0 AND 5),
  CONSTRAINT "all_types_pattern_length" CHECK (char_length("pattern") >= 1 AND char_length("pattern") <= 64),
  CONSTRAINT "all_types_pattern_format" CHECK ("pattern" ~ '^(?:[\-0-9A-Z_a-z]{1,64})$')
);

CREATE TABLE "archive" (
  "object_id" bigint NOT NULL,
  "object_version" bigint DEFAULT 1 NOT NULL,
  "shelf" text,
  "year" integer DEFAULT 0 NOT NULL,
  CONSTRAINT "archive_pkey" PRIMARY KEY ("object_id")
);

CREATE TABLE "base" (
  "object_id" bigint NOT NULL,
  "object_entity" integer NOT NULL,
  "object_version" bigint DEFAULT 1 NOT NULL,
  "created_at" timestamptz,
  "identifier" uuid NOT NULL,
  "address_city" text,
  "address_position_latitude" double precision,
  "address_position_longitude" double precision,
  "address_zip" text,
  "archive_name" text,
  "canonical_title" text GENERATED ALWAYS AS (lower(regexp_replace(normalize("title", NFD), E'[\u0300-\u036F]', '', 'g'))) STORED,
  "page_count" bigint,
  "title" text,
  "upper_title" text GENERATED ALWAYS AS (upper("title")) STORED,
  "archive_id" bigint,
  "predecessor_id" bigint,
  "successor_id" bigint,
  CONSTRAINT "base_pkey" PRIMARY KEY ("object_id"),
  CONSTRAINT "base_object_entity_family" CHECK ("object_entity" BETWEEN 3 AND 4),
  CONSTRAINT "base_title_required" CHECK ("object_entity" <> 4 OR "title" IS NOT NULL)
);

CREATE TABLE "page" (
  "object_id" bigint NOT NULL,
  "object_version" bigint DEFAULT 1 NOT NULL,
  "length" bigint DEFAULT 0 NOT NULL,
  "number" integer DEFAULT 1 NOT NULL,
  "text" text,
  "document_id" bigint NOT NULL,
  "document_order" bigint,
  CONSTRAINT "page_pkey" PRIMARY KEY ("object_id"),
  CONSTRAINT "page_number_range" CHECK ("number" >= 1)
);

CREATE TABLE "place" (
  "object_id" bigint NOT NULL,
  "object_version" bigint DEFAULT 1 NOT NULL,
  "latitude" double precision DEFAULT 0.0 NOT NULL,
  "longitude" double precision DEFAULT 0.0 NOT NULL,
  CONSTRAINT "place_pkey" PRIMARY KEY ("object_id")
);

CREATE TABLE "tag" (
  "object_id" bigint NOT NULL,
  "object_version" bigint DEFAULT 1 NOT NULL,
  "name" text NOT NULL,
  CONSTRAINT "tag_pkey" PRIMARY KEY ("object_id")
);

CREATE TABLE "untyped" (
  "object_id" bigint NOT NULL,
  "object_version" bigint DEFAULT 1 NOT NULL,
  "note" text,
  CONSTRAINT "untyped_pkey" PRIMARY KEY ("object_id")
);

CREATE TABLE "document_related" (
  "related_by_id" bigint NOT NULL,
  "related_id" bigint NOT NULL,
  CONSTRAINT "document_related_pkey" PRIMARY KEY ("related_by_id", "related_id")
);

CREATE TABLE "document_tags" (
  "document_id" bigint NOT NULL,
  "tag_id" bigint NOT NULL,
  "tags_order" bigint,
  "documents_order" bigint,
  CONSTRAINT "document_tags_pkey" PRIMARY KEY ("document_id", "tag_id")
);

ALTER TABLE "all_types"
  ADD CONSTRAINT "all_types_document_attachments_id_fkey" FOREIGN KEY ("document_attachments_id")
  REFERENCES "base" ("object_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE "base"
  ADD CONSTRAINT "base_archive_id_fkey" FOREIGN KEY ("archive_id")
  REFERENCES "archive" ("object_id") DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE "base"
  ADD CONSTRAINT "base_predecessor_id_fkey" FOREIGN KEY ("predecessor_id")
  REFERENCES "base" ("object_id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE "page"
  ADD CONSTRAINT "page_document_id_fkey" FOREIGN KEY ("document_id")
  REFERENCES "base" ("object_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE "document_related"
  ADD CONSTRAINT "document_related_related_by_id_fkey" FOREIGN KEY ("related_by_id")
  REFERENCES "base" ("object_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE "document_related"
  ADD CONSTRAINT "document_related_related_id_fkey" FOREIGN KEY ("related_id")
  REFERENCES "base" ("object_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE "document_tags"
  ADD CONSTRAINT "document_tags_document_id_fkey" FOREIGN KEY ("document_id")
  REFERENCES "base" ("object_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE "document_tags"
  ADD CONSTRAINT "document_tags_tag_id_fkey" FOREIGN KEY ("tag_id")
  REFERENCES "tag" ("object_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;

CREATE INDEX "archive_year_idx" ON "archive" ("year");

CREATE INDEX "archive_shelf_year_idx" ON "archive" ("shelf" COLLATE "C", "year");

CREATE INDEX "archive_shelf_idx" ON "archive" ("shelf" COLLATE "C");

CREATE UNIQUE INDEX "base_identifier_key" ON "base" ("identifier");

CREATE UNIQUE INDEX "base_archive_id_title_key" ON "base" ("archive_id", "title" COLLATE "C") WHERE "object_entity" = 4;

CREATE INDEX "base_by_title_idx" ON "base" ("title" COLLATE "C" NULLS FIRST, "archive_id" DESC NULLS LAST);

CREATE INDEX "page_by_length_idx" ON "page" ("length" DESC NULLS LAST) WHERE "length" > 0;

CREATE INDEX "place_by_position_idx" ON "place" ("latitude" NULLS FIRST, "longitude" NULLS FIRST);

CREATE INDEX "all_types_document_attachments_id_idx" ON "all_types" ("document_attachments_id");

CREATE INDEX "base_object_entity_idx" ON "base" ("object_entity");

CREATE INDEX "base_predecessor_id_idx" ON "base" ("predecessor_id");

CREATE INDEX "base_successor_id_idx" ON "base" ("successor_id");

CREATE INDEX "page_document_id_idx" ON "page" ("document_id");

CREATE INDEX "document_related_related_id_related_by_id_idx" ON "document_related" ("related_id", "related_by_id");

CREATE INDEX "document_tags_tag_id_document_id_idx" ON "document_tags" ("tag_id", "document_id");

CREATE FUNCTION "base_created_at_now"() RETURNS trigger LANGUAGE plpgsql
  SET search_path FROM CURRENT AS '
BEGIN
  IF TG_OP = ''INSERT'' OR NEW."object_version" IS DISTINCT FROM OLD."object_version" THEN
    NEW."created_at" := now();
  END IF;
  RETURN NEW;
END
';

CREATE TRIGGER "base_created_at_now" BEFORE INSERT OR UPDATE ON "base"
  FOR EACH ROW EXECUTE FUNCTION "base_created_at_now"();

CREATE FUNCTION "base_archive_name_read"() RETURNS trigger LANGUAGE plpgsql
  SET search_path FROM CURRENT AS '
BEGIN
  NEW."archive_name" := (
    SELECT source."shelf" FROM "archive" AS source
    WHERE source."object_id" = NEW."archive_id");
  RETURN NEW;
END
';

CREATE TRIGGER "base_archive_name_read" BEFORE INSERT OR UPDATE ON "base"
  FOR EACH ROW WHEN (NEW."object_entity" = 4) EXECUTE FUNCTION "base_archive_name_read"();

CREATE FUNCTION "base_archive_name_push"() RETURNS trigger LANGUAGE plpgsql
  SET search_path FROM CURRENT AS '
BEGIN
  IF TG_OP = ''INSERT'' OR NEW."shelf" IS DISTINCT FROM OLD."shelf" THEN
    UPDATE "base" SET "archive_name" = NEW."shelf"
    WHERE "archive_id" = NEW."object_id"
      AND "archive_name" IS DISTINCT FROM NEW."shelf";
  END IF;
  RETURN NULL;
END
';

CREATE TRIGGER "base_archive_name_push" AFTER INSERT OR UPDATE ON "archive"
  FOR EACH ROW EXECUTE FUNCTION "base_archive_name_push"();

CREATE FUNCTION "base_page_count_begin"() RETURNS trigger LANGUAGE plpgsql
  SET search_path FROM CURRENT AS '
BEGIN
  NEW."page_count" := (
    SELECT count(*) FROM "page"
    WHERE "document_id" = NEW."object_id");
  RETURN NEW;
END
';

CREATE TRIGGER "base_page_count_begin" BEFORE INSERT ON "base"
  FOR EACH ROW WHEN (NEW."object_entity" = 4) EXECUTE FUNCTION "base_page_count_begin"();

CREATE FUNCTION "base_page_count_follow"() RETURNS trigger LANGUAGE plpgsql
  SET search_path FROM CURRENT AS '
BEGIN
  IF TG_OP = ''UPDATE'' THEN
    IF NEW."document_id" IS NOT DISTINCT FROM OLD."document_id" THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP <> ''INSERT'' THEN
    UPDATE "base" SET "page_count" = coalesce("page_count", 0) - 1
    WHERE "object_id" = OLD."document_id";
  END IF;
  IF TG_OP <> ''DELETE'' THEN
    UPDATE "base" SET "page_count" = coalesce("page_count", 0) + 1
    WHERE "object_id" = NEW."document_id";
  END IF;
  RETURN NULL;
END
';

CREATE TRIGGER "base_page_count_follow" AFTER INSERT OR DELETE OR UPDATE ON "page"
  FOR EACH ROW EXECUTE FUNCTION "base_page_count_follow"();

COMMENT ON TABLE "all_types" IS 'One attribute of every type, with "quotes" & <brackets>.';

COMMENT ON COLUMN "base"."object_entity" IS '3 Base, 4 Document';

COMMENT ON COLUMN "base"."title" IS 'The title as it stands on the cover.';

COMMENT ON COLUMN "page"."document_id" IS 'The document the page belongs to.';

CREATE TABLE "coredata_entity" (
  "number" integer NOT NULL,
  "name" text NOT NULL,
  "parent" integer NOT NULL,
  "last_key" bigint NOT NULL,
  CONSTRAINT "coredata_entity_pkey" PRIMARY KEY ("number")
);

CREATE TABLE "coredata_metadata" (
  "version" integer NOT NULL,
  "uuid" text NOT NULL,
  "contents" bytea,
  CONSTRAINT "coredata_metadata_pkey" PRIMARY KEY ("version")
);

INSERT INTO "coredata_entity" VALUES (1, 'AllTypes', 0, 0) ON CONFLICT DO NOTHING;

INSERT INTO "coredata_entity" VALUES (2, 'Archive', 0, 0) ON CONFLICT DO NOTHING;

INSERT INTO "coredata_entity" VALUES (3, 'Base', 0, 0) ON CONFLICT DO NOTHING;

INSERT INTO "coredata_entity" VALUES (4, 'Document', 3, 0) ON CONFLICT DO NOTHING;

INSERT INTO "coredata_entity" VALUES (5, 'Page', 0, 0) ON CONFLICT DO NOTHING;

INSERT INTO "coredata_entity" VALUES (6, 'Place', 0, 0) ON CONFLICT DO NOTHING;

INSERT INTO "coredata_entity" VALUES (7, 'Tag', 0, 0) ON CONFLICT DO NOTHING;

INSERT INTO "coredata_entity" VALUES (8, 'Untyped', 0, 0) ON CONFLICT DO NOTHING;

-- warning: a fetch index of entity 'Document' is left out: an expression is not stored in a column of the entity's table [unindexable-member]
-- note: fetch index 'byPosition' is created as an ordinary index; PostgreSQL has R-trees for boxes and points only [r-tree-index]
-- note: column successor_id of table base has no foreign key: the delete rule No Action of 'Document.successor' or of its inverse allows dangling keys [no-foreign-key]
