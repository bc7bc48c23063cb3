-- Model: League, version League
-- Checksum: VFbZ0PFmUTv5qoU6nz2nM2qDyUhTj4RIGfQKDaWdQ1A=
-- Dialect: postgresql, profile standard, naming snake_case

SET standard_conforming_strings = on;

-- Table of Player
--   object_id                 key of the object
--   object_version            counts the saves of the object, for optimistic locking
--   email                     attribute Player.email
--   first_name                attribute Player.firstName
--   last_name                 attribute Player.lastName
--   team_id                   to-one relationship Player.team
CREATE TABLE "player" (
  "object_id" bigint NOT NULL,
  "object_version" bigint DEFAULT 1 NOT NULL,
  "email" text NOT NULL,
  "first_name" text NOT NULL,
  "last_name" text NOT NULL,
  "team_id" bigint,
  CONSTRAINT "player_pkey" PRIMARY KEY ("object_id")
);

-- Table of Team
--   object_id                 key of the object
--   object_version            counts the saves of the object, for optimistic locking
--   name                      attribute Team.name
--   uniform_color             attribute Team.uniformColor
CREATE TABLE "team" (
  "object_id" bigint NOT NULL,
  "object_version" bigint DEFAULT 1 NOT NULL,
  "name" text NOT NULL,
  "uniform_color" text NOT NULL,
  CONSTRAINT "team_pkey" PRIMARY KEY ("object_id")
);

-- Property Player.team
ALTER TABLE "player"
  ADD CONSTRAINT "player_team_id_fkey" FOREIGN KEY ("team_id")
  REFERENCES "team" ("object_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;

-- Index: objects by relationship Player.team
CREATE INDEX "player_team_id_idx" ON "player" ("team_id");

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

-- Entity Player
INSERT INTO "coredata_entity" VALUES (1, 'Player', 0, 0) ON CONFLICT DO NOTHING;

-- Entity Team
INSERT INTO "coredata_entity" VALUES (2, 'Team', 0, 0) ON CONFLICT DO NOTHING;
