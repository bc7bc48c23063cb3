-- Model: Contacts, version Contacts
-- Checksum: 0ejTEVZ+NhaQvTx7lc4uUmtc0mJsYqf/XD8CnXA4XBs=
-- Dialect: sqlite, Core Data's own layout current (since the end of 2022)
-- The text of each statement is Core Data's. A store fills Z_METADATA and Z_MODELCACHE.

PRAGMA page_size=4096;
PRAGMA auto_vacuum=2;
PRAGMA journal_mode=WAL;
BEGIN EXCLUSIVE;

-- Table of Event
--   Z_PK                      key of the object
--   Z_ENT                     number of the object's entity
--   Z_OPT                     counts the saves of the object, for optimistic locking
--   ZTIMESTAMP                attribute Event.timeStamp
CREATE TABLE ZEVENT ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTIMESTAMP TIMESTAMP );

-- Table of Home
--   Z_PK                      key of the object
--   Z_ENT                     number of the object's entity
--   Z_OPT                     counts the saves of the object, for optimistic locking
--   ZCITY                     attribute Home.city
--   ZSTREET                   attribute Home.street
CREATE TABLE ZHOME ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCITY VARCHAR, ZSTREET VARCHAR );

-- Table of Person
--   Z_PK                      key of the object
--   Z_ENT                     number of the object's entity
--   Z_OPT                     counts the saves of the object, for optimistic locking
--   ZAGE                      attribute Person.age
--   ZHOME                     to-one relationship Person.home
--   ZFIRSTNAME                attribute Person.firstName
--   ZLASTNAME                 attribute Person.lastName
CREATE TABLE ZPERSON ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAGE INTEGER, ZHOME INTEGER, ZFIRSTNAME VARCHAR, ZLASTNAME VARCHAR );

-- Index: objects by relationship Person.home
CREATE INDEX ZPERSON_ZHOME_INDEX ON ZPERSON (ZHOME);

-- For the store itself
CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);

INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(1, 'Event', 0, 0);
INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(2, 'Home', 0, 0);
INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(3, 'Person', 0, 0);
COMMIT;
