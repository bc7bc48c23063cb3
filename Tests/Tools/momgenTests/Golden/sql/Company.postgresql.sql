-- Model: Company, version Company
-- Checksum: 03CPj4RoQAzz1xNzgsH1TvUMSHMaj+XSJEBpPZcdjdM=
-- Dialect: postgresql, profile standard, naming snake_case

SET standard_conforming_strings = on;

-- Table of Employee
--   object_id                 key of the object
--   object_version            counts the saves of the object, for optimistic locking
--   age                       attribute Employee.age
--   first_name                attribute Employee.firstName
--   last_name                 attribute Employee.lastName
--   manager_id                to-one relationship Employee.manager
CREATE TABLE "employee" (
  "object_id" bigint NOT NULL,
  "object_version" bigint DEFAULT 1 NOT NULL,
  "age" integer DEFAULT 0 NOT NULL,
  "first_name" text NOT NULL,
  "last_name" text NOT NULL,
  "manager_id" bigint,
  CONSTRAINT "employee_pkey" PRIMARY KEY ("object_id")
);

-- Table of Manager
--   object_id                 key of the object
--   object_version            counts the saves of the object, for optimistic locking
--   age                       attribute Manager.age
--   first_name                attribute Manager.firstName
--   last_name                 attribute Manager.lastName
CREATE TABLE "manager" (
  "object_id" bigint NOT NULL,
  "object_version" bigint DEFAULT 1 NOT NULL,
  "age" integer DEFAULT 0 NOT NULL,
  "first_name" text NOT NULL,
  "last_name" text NOT NULL,
  CONSTRAINT "manager_pkey" PRIMARY KEY ("object_id")
);

-- Property Employee.manager
ALTER TABLE "employee"
  ADD CONSTRAINT "employee_manager_id_fkey" FOREIGN KEY ("manager_id")
  REFERENCES "manager" ("object_id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED;

-- Index: objects by relationship Employee.manager
CREATE INDEX "employee_manager_id_idx" ON "employee" ("manager_id");

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

-- Entity Employee
INSERT INTO "coredata_entity" VALUES (1, 'Employee', 0, 0) ON CONFLICT DO NOTHING;

-- Entity Manager
INSERT INTO "coredata_entity" VALUES (2, 'Manager', 0, 0) ON CONFLICT DO NOTHING;
