SET lock_timeout = '5s';

SET standard_conforming_strings = on;

CREATE TABLE IF NOT EXISTS "all_types" (
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

CREATE TABLE IF NOT EXISTS "archive" (
  "object_id" bigint NOT NULL,
  "object_version" bigint DEFAULT 1 NOT NULL,
  "shelf" text,
  "year" integer DEFAULT 0 NOT NULL,
  CONSTRAINT "archive_pkey" PRIMARY KEY ("object_id")
);

CREATE TABLE IF NOT EXISTS "base" (
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
  "canonical_title" text,
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

CREATE TABLE IF NOT EXISTS "page" (
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

CREATE TABLE IF NOT EXISTS "place" (
  "object_id" bigint NOT NULL,
  "object_version" bigint DEFAULT 1 NOT NULL,
  "latitude" double precision DEFAULT 0.0 NOT NULL,
  "longitude" double precision DEFAULT 0.0 NOT NULL,
  CONSTRAINT "place_pkey" PRIMARY KEY ("object_id")
);

CREATE TABLE IF NOT EXISTS "tag" (
  "object_id" bigint NOT NULL,
  "object_version" bigint DEFAULT 1 NOT NULL,
  "name" text NOT NULL,
  CONSTRAINT "tag_pkey" PRIMARY KEY ("object_id")
);

CREATE TABLE IF NOT EXISTS "untyped" (
  "object_id" bigint NOT NULL,
  "object_version" bigint DEFAULT 1 NOT NULL,
  "note" text,
  CONSTRAINT "untyped_pkey" PRIMARY KEY ("object_id")
);

CREATE TABLE IF NOT EXISTS "document_related" (
  "related_by_id" bigint NOT NULL,
  "related_id" bigint NOT NULL,
  CONSTRAINT "document_related_pkey" PRIMARY KEY ("related_by_id", "related_id")
);

CREATE TABLE IF NOT EXISTS "document_tags" (
  "document_id" bigint NOT NULL,
  "tag_id" bigint NOT NULL,
  "tags_order" bigint,
  "documents_order" bigint,
  CONSTRAINT "document_tags_pkey" PRIMARY KEY ("document_id", "tag_id")
);

ALTER TABLE "all_types" DROP CONSTRAINT IF EXISTS "all_types_document_attachments_id_fkey";

ALTER TABLE "all_types"
  ADD CONSTRAINT "all_types_document_attachments_id_fkey" FOREIGN KEY ("document_attachments_id")
  REFERENCES "base" ("object_id") ON DELETE CASCADE;

ALTER TABLE "base" DROP CONSTRAINT IF EXISTS "base_archive_id_fkey";

ALTER TABLE "base"
  ADD CONSTRAINT "base_archive_id_fkey" FOREIGN KEY ("archive_id")
  REFERENCES "archive" ("object_id");

ALTER TABLE "base" DROP CONSTRAINT IF EXISTS "base_predecessor_id_fkey";

ALTER TABLE "base"
  ADD CONSTRAINT "base_predecessor_id_fkey" FOREIGN KEY ("predecessor_id")
  REFERENCES "base" ("object_id") ON DELETE SET NULL;

ALTER TABLE "page" DROP CONSTRAINT IF EXISTS "page_document_id_fkey";

ALTER TABLE "page"
  ADD CONSTRAINT "page_document_id_fkey" FOREIGN KEY ("document_id")
  REFERENCES "base" ("object_id") ON DELETE CASCADE;

ALTER TABLE "document_related" DROP CONSTRAINT IF EXISTS "document_related_related_by_id_fkey";

ALTER TABLE "document_related"
  ADD CONSTRAINT "document_related_related_by_id_fkey" FOREIGN KEY ("related_by_id")
  REFERENCES "base" ("object_id") ON DELETE CASCADE;

ALTER TABLE "document_related" DROP CONSTRAINT IF EXISTS "document_related_related_id_fkey";

ALTER TABLE "document_related"
  ADD CONSTRAINT "document_related_related_id_fkey" FOREIGN KEY ("related_id")
  REFERENCES "base" ("object_id") ON DELETE CASCADE;

ALTER TABLE "document_tags" DROP CONSTRAINT IF EXISTS "document_tags_document_id_fkey";

ALTER TABLE "document_tags"
  ADD CONSTRAINT "document_tags_document_id_fkey" FOREIGN KEY ("document_id")
  REFERENCES "base" ("object_id") ON DELETE CASCADE;

ALTER TABLE "document_tags" DROP CONSTRAINT IF EXISTS "document_tags_tag_id_fkey";

ALTER TABLE "document_tags"
  ADD CONSTRAINT "document_tags_tag_id_fkey" FOREIGN KEY ("tag_id")
  REFERENCES "tag" ("object_id") ON DELETE CASCADE;

CREATE INDEX IF NOT EXISTS "archive_year_idx" ON "archive" ("year");

CREATE INDEX IF NOT EXISTS "archive_shelf_year_idx" ON "archive" ("shelf" COLLATE "C", "year");

CREATE INDEX IF NOT EXISTS "archive_shelf_idx" ON "archive" ("shelf" COLLATE "C");

CREATE UNIQUE INDEX IF NOT EXISTS "base_identifier_key" ON "base" ("identifier");

CREATE UNIQUE INDEX IF NOT EXISTS "base_archive_id_title_key" ON "base" ("archive_id", "title" COLLATE "C") WHERE "object_entity" = 4;

CREATE INDEX IF NOT EXISTS "base_by_title_idx" ON "base" ("title" COLLATE "C", "archive_id" DESC);

CREATE INDEX IF NOT EXISTS "page_by_length_idx" ON "page" ("length" DESC) WHERE "length" > 0;

CREATE INDEX IF NOT EXISTS "place_by_position_idx" ON "place" ("latitude", "longitude");

CREATE INDEX IF NOT EXISTS "all_types_document_attachments_id_idx" ON "all_types" ("document_attachments_id");

CREATE INDEX IF NOT EXISTS "base_object_entity_idx" ON "base" ("object_entity");

CREATE INDEX IF NOT EXISTS "base_predecessor_id_idx" ON "base" ("predecessor_id");

CREATE INDEX IF NOT EXISTS "base_successor_id_idx" ON "base" ("successor_id");

CREATE INDEX IF NOT EXISTS "page_document_id_idx" ON "page" ("document_id");

CREATE INDEX IF NOT EXISTS "document_related_related_id_related_by_id_idx" ON "document_related" ("related_id", "related_by_id");

CREATE INDEX IF NOT EXISTS "document_tags_tag_id_document_id_idx" ON "document_tags" ("tag_id", "document_id");

COMMENT ON TABLE "all_types" IS 'One attribute of every type, with "quotes" & <brackets>.';

COMMENT ON COLUMN "base"."object_entity" IS '3 Base, 4 Document';

COMMENT ON COLUMN "base"."title" IS 'The title as it stands on the cover.';

COMMENT ON COLUMN "page"."document_id" IS 'The document the page belongs to.';

CREATE TABLE IF NOT EXISTS "coredata_entity" (
  "number" integer NOT NULL,
  "name" text NOT NULL,
  "parent" integer NOT NULL,
  "last_key" bigint NOT NULL,
  CONSTRAINT "coredata_entity_pkey" PRIMARY KEY ("number")
);

CREATE TABLE IF NOT EXISTS "coredata_metadata" (
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
-- warning: derived attribute 'Base.createdAt' needs a trigger, which Citus refuses on sharded tables, as CockroachDB before 24.3 does; the runtime computes the value when it saves [unmaintained-derivation]
-- warning: derived attribute 'Document.archiveName' needs a trigger, which Citus refuses on sharded tables, as CockroachDB before 24.3 does; the runtime computes the value when it saves [unmaintained-derivation]
-- warning: derived attribute 'Document.canonicalTitle' needs the function normalize, which CockroachDB lacks; the runtime computes the value when it saves [unmaintained-derivation]
-- warning: derived attribute 'Document.pageCount' needs a trigger, which Citus refuses on sharded tables, as CockroachDB before 24.3 does; the runtime computes the value when it saves [unmaintained-derivation]
-- note: column successor_id of table base has no foreign key: the delete rule No Action of 'Document.successor' or of its inverse allows dangling keys [no-foreign-key]
-- warning: Citus refuses the uniqueness constraint of entity 'Base' on a sharded table; make it a reference table (create_reference_table('base')), or add the distribution column to the constraint [distributed-uniqueness]
-- warning: Citus refuses the uniqueness constraint of entity 'Document' on a sharded table; make it a reference table (create_reference_table('base')), or add the distribution column to the constraint [distributed-uniqueness]
-- warning: Citus refuses the foreign key of relationship 'Document.predecessor', which refers to its own table, if the table is sharded; make it a reference table (create_reference_table('base')), or drop the foreign key [distributed-self-reference]
-- warning: Citus refuses the foreign key of relationship 'Document.successor', which refers to its own table, if the table is sharded; make it a reference table (create_reference_table('base')), or drop the foreign key [distributed-self-reference]
-- note: Citus accepts foreign keys between sharded tables only on the distribution column; make the referenced tables reference tables, or keep all tables on one node [distributed-foreign-keys]
