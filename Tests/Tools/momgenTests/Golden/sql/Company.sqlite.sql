-- Model: Company, version Company
-- Checksum: 03CPj4RoQAzz1xNzgsH1TvUMSHMaj+XSJEBpPZcdjdM=
-- Dialect: sqlite, Core Data's own layout current (since the end of 2022)
-- The text of each statement is Core Data's. A store fills Z_METADATA and Z_MODELCACHE.

PRAGMA page_size=4096;
PRAGMA auto_vacuum=2;
PRAGMA journal_mode=WAL;
BEGIN EXCLUSIVE;

-- Table of Employee
--   Z_PK                      key of the object
--   Z_ENT                     number of the object's entity
--   Z_OPT                     counts the saves of the object, for optimistic locking
--   ZAGE                      attribute Employee.age
--   ZMANAGER                  to-one relationship Employee.manager
--   ZFIRSTNAME                attribute Employee.firstName
--   ZLASTNAME                 attribute Employee.lastName
CREATE TABLE ZEMPLOYEE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAGE INTEGER, ZMANAGER INTEGER, ZFIRSTNAME VARCHAR, ZLASTNAME VARCHAR );

-- Table of Manager
--   Z_PK                      key of the object
--   Z_ENT                     number of the object's entity
--   Z_OPT                     counts the saves of the object, for optimistic locking
--   ZAGE                      attribute Manager.age
--   ZFIRSTNAME                attribute Manager.firstName
--   ZLASTNAME                 attribute Manager.lastName
CREATE TABLE ZMANAGER ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAGE INTEGER, ZFIRSTNAME VARCHAR, ZLASTNAME VARCHAR );

-- Index: objects by relationship Employee.manager
CREATE INDEX ZEMPLOYEE_ZMANAGER_INDEX ON ZEMPLOYEE (ZMANAGER);

-- For the store itself
CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);

INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(1, 'Employee', 0, 0);
INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(2, 'Manager', 0, 0);
COMMIT;
