SET lock_timeout = '5s';

SET standard_conforming_strings = on;

CREATE TABLE IF NOT EXISTS "player" (
  "object_id" bigint NOT NULL,
  "object_version" bigint DEFAULT 1 NOT NULL,
  "email" text NOT NULL,
  "first_name" text NOT NULL,
  "last_name" text NOT NULL,
  "team_id" bigint,
  CONSTRAINT "player_pkey" PRIMARY KEY ("object_id")
);

CREATE TABLE IF NOT EXISTS "team" (
  "object_id" bigint NOT NULL,
  "object_version" bigint DEFAULT 1 NOT NULL,
  "name" text NOT NULL,
  "uniform_color" text NOT NULL,
  CONSTRAINT "team_pkey" PRIMARY KEY ("object_id")
);

ALTER TABLE "player" DROP CONSTRAINT IF EXISTS "player_team_id_fkey";

ALTER TABLE "player"
  ADD CONSTRAINT "player_team_id_fkey" FOREIGN KEY ("team_id")
  REFERENCES "team" ("object_id") ON DELETE CASCADE;

CREATE INDEX IF NOT EXISTS "player_team_id_idx" ON "player" ("team_id");

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

INSERT INTO "coredata_entity" VALUES (1, 'Player', 0, 0) ON CONFLICT DO NOTHING;

INSERT INTO "coredata_entity" VALUES (2, 'Team', 0, 0) ON CONFLICT DO NOTHING;

-- note: Citus accepts foreign keys between sharded tables only on the distribution column; make the referenced tables reference tables, or keep all tables on one node [distributed-foreign-keys]
