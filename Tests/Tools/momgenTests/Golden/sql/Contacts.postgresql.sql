-- Model: Contacts, version Contacts
-- Checksum: 0ejTEVZ+NhaQvTx7lc4uUmtc0mJsYqf/XD8CnXA4XBs=
-- Dialect: postgresql, profile standard, naming snake_case

SET standard_conforming_strings = on;

-- Table of Event
--   object_id                 key of the object
--   object_version            counts the saves of the object, for optimistic locking
--   time_stamp                attribute Event.timeStamp
CREATE TABLE "event" (
  "object_id" bigint NOT NULL,
  "object_version" bigint DEFAULT 1 NOT NULL,
  "time_stamp" timestamptz,
  CONSTRAINT "event_pkey" PRIMARY KEY ("object_id")
);

-- Table of Home
--   object_id                 key of the object
--   object_version            counts the saves of the object, for optimistic locking
--   city                      attribute Home.city
--   street                    attribute Home.street
CREATE TABLE "home" (
  "object_id" bigint NOT NULL,
  "object_version" bigint DEFAULT 1 NOT NULL,
  "city" text,
  "street" text,
  CONSTRAINT "home_pkey" PRIMARY KEY ("object_id")
);

-- Table of Person
--   object_id                 key of the object
--   object_version            counts the saves of the object, for optimistic locking
--   age                       attribute Person.age
--   first_name                attribute Person.firstName
--   last_name                 attribute Person.lastName
--   home_id                   to-one relationship Person.home
CREATE TABLE "person" (
  "object_id" bigint NOT NULL,
  "object_version" bigint DEFAULT 1 NOT NULL,
  "age" smallint DEFAULT 0 NOT NULL,
  "first_name" text NOT NULL,
  "last_name" text NOT NULL,
  "home_id" bigint,
  CONSTRAINT "person_pkey" PRIMARY KEY ("object_id")
);

-- Property Person.home
ALTER TABLE "person"
  ADD CONSTRAINT "person_home_id_fkey" FOREIGN KEY ("home_id")
  REFERENCES "home" ("object_id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED;

-- Index: objects by relationship Person.home
CREATE INDEX "person_home_id_idx" ON "person" ("home_id");

-- For the store itself
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

-- Entity Event
INSERT INTO "coredata_entity" VALUES (1, 'Event', 0, 0) ON CONFLICT DO NOTHING;

-- Entity Home
INSERT INTO "coredata_entity" VALUES (2, 'Home', 0, 0) ON CONFLICT DO NOTHING;

-- Entity Person
INSERT INTO "coredata_entity" VALUES (3, 'Person', 0, 0) ON CONFLICT DO NOTHING;
