-- Model: Everything, version Everything
-- Checksum: UNAlaU+JGYdhJQcki5qrJtvmT70kYWDQr6meGYSgAz0=
-- Dialect: sqlite, Core Data's own layout current (since the end of 2022)
-- The text of each statement is Core Data's. A store fills Z_METADATA and Z_MODELCACHE.

PRAGMA page_size=4096;
PRAGMA auto_vacuum=2;
PRAGMA journal_mode=WAL;
BEGIN EXCLUSIVE;

-- Table of AllTypes
--   Z_PK                      key of the object
--   Z_ENT                     number of the object's entity
--   Z_OPT                     counts the saves of the object, for optimistic locking
--   ZBOOLEAN                  attribute AllTypes.boolean
--   ZBOOLEANOBJECT            attribute AllTypes.booleanObject
--   ZINTEGER16                attribute AllTypes.integer16
--   ZINTEGER16OBJECT          attribute AllTypes.integer16Object
--   ZINTEGER32                attribute AllTypes.integer32
--   ZINTEGER32OBJECT          attribute AllTypes.integer32Object
--   ZINTEGER64                attribute AllTypes.integer64
--   ZINTEGER64OBJECT          attribute AllTypes.integer64Object
--   Z4ATTACHMENTS             object whose to-many relationship Document.attachments leads here
--   Z_FOK_4ATTACHMENTS        place in the ordered relationship Document.attachments
--   ZDATE                     attribute AllTypes.date
--   ZDATESCALAR               attribute AllTypes.dateScalar
--   ZDOUBLE                   attribute AllTypes.double
--   ZDOUBLEOBJECT             attribute AllTypes.doubleObject
--   ZFLOAT                    attribute AllTypes.float
--   ZFLOATOBJECT              attribute AllTypes.floatObject
--   ZDECIMAL                  attribute AllTypes.decimal
--   ZENCRYPTED                attribute AllTypes.encrypted
--   ZPATTERN                  attribute AllTypes.pattern
--   ZSTRING                   attribute AllTypes.string
--   ZURI                      attribute AllTypes.uri
--   ZTOMBSTONE                attribute AllTypes.tombstone
--   ZUUID                     attribute AllTypes.uuid
--   ZTRANSFORMABLE            attribute AllTypes.transformable
--   ZTRANSFORMABLECOLOR       attribute AllTypes.transformableColor
--   ZBINARY                   attribute AllTypes.binary
--   ZBINARYEXTERNAL           attribute AllTypes.binaryExternal
CREATE TABLE ZALLTYPES ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBOOLEAN INTEGER, ZBOOLEANOBJECT INTEGER, ZINTEGER16 INTEGER, ZINTEGER16OBJECT INTEGER, ZINTEGER32 INTEGER, ZINTEGER32OBJECT INTEGER, ZINTEGER64 INTEGER, ZINTEGER64OBJECT INTEGER, Z4ATTACHMENTS INTEGER, Z_FOK_4ATTACHMENTS INTEGER, ZDATE TIMESTAMP, ZDATESCALAR TIMESTAMP, ZDOUBLE FLOAT, ZDOUBLEOBJECT FLOAT, ZFLOAT FLOAT, ZFLOATOBJECT FLOAT, ZDECIMAL DECIMAL, ZENCRYPTED VARCHAR, ZPATTERN VARCHAR, ZSTRING VARCHAR, ZURI VARCHAR, ZTOMBSTONE BLOB, ZUUID BLOB, ZTRANSFORMABLE BLOB, ZTRANSFORMABLECOLOR BLOB, ZBINARY BLOB, ZBINARYEXTERNAL BLOB );

-- Table of Archive
--   Z_PK                      key of the object
--   Z_ENT                     number of the object's entity
--   Z_OPT                     counts the saves of the object, for optimistic locking
--   ZYEAR                     attribute Archive.year
--   ZSHELF                    attribute Archive.shelf
CREATE TABLE ZARCHIVE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZYEAR INTEGER, ZSHELF VARCHAR );

-- Table of Base and its subentities Document
--   Z_PK                      key of the object
--   Z_ENT                     number of the object's entity
--   Z_OPT                     counts the saves of the object, for optimistic locking
--   ZPAGECOUNT                attribute Document.pageCount
--   ZARCHIVE                  to-one relationship Document.archive
--   ZPREDECESSOR              to-one relationship Document.predecessor
--   ZSUCCESSOR                to-one relationship Document.successor
--   ZCREATEDAT                attribute Base.createdAt
--   ZADDRESS_POSITION_LATITUDE  member position.latitude of the composite attribute Document.address
--   ZADDRESS_POSITION_LONGITUDE  member position.longitude of the composite attribute Document.address
--   ZADDRESS_CITY             member city of the composite attribute Document.address
--   ZADDRESS_ZIP              member zip of the composite attribute Document.address
--   ZARCHIVENAME              attribute Document.archiveName
--   ZCANONICALTITLE           attribute Document.canonicalTitle
--   ZTITLE                    attribute Document.title
--   ZUPPERTITLE               attribute Document.upperTitle
--   ZIDENTIFIER               attribute Base.identifier
CREATE TABLE ZBASE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPAGECOUNT INTEGER, ZARCHIVE INTEGER, ZPREDECESSOR INTEGER, ZSUCCESSOR INTEGER, ZCREATEDAT TIMESTAMP, ZADDRESS_POSITION_LATITUDE FLOAT, ZADDRESS_POSITION_LONGITUDE FLOAT, ZADDRESS_CITY VARCHAR, ZADDRESS_ZIP VARCHAR, ZARCHIVENAME VARCHAR, ZCANONICALTITLE VARCHAR, ZTITLE VARCHAR, ZUPPERTITLE VARCHAR, ZIDENTIFIER BLOB );

-- Pairs of Document.tags and Tag.documents
--   Z_4DOCUMENTS              object that Tag.documents leads to
--   Z_7TAGS                   object that Document.tags leads to
--   Z_FOK_4DOCUMENTS          place in the ordered relationship Tag.documents
--   Z_FOK_7TAGS               place in the ordered relationship Document.tags
CREATE TABLE Z_4TAGS ( Z_4DOCUMENTS INTEGER, Z_7TAGS INTEGER, Z_FOK_4DOCUMENTS INTEGER, Z_FOK_7TAGS INTEGER, PRIMARY KEY (Z_4DOCUMENTS, Z_7TAGS) );

-- Pairs of Document.related and Document.relatedBy
--   Z_4RELATEDBY              object that Document.relatedBy leads to
--   Z_4RELATED                object that Document.related leads to
CREATE TABLE Z_4RELATED ( Z_4RELATEDBY INTEGER, Z_4RELATED INTEGER, PRIMARY KEY (Z_4RELATEDBY, Z_4RELATED) );

-- Table of Page
--   Z_PK                      key of the object
--   Z_ENT                     number of the object's entity
--   Z_OPT                     counts the saves of the object, for optimistic locking
--   ZLENGTH                   attribute Page.length
--   ZNUMBER                   attribute Page.number
--   ZDOCUMENT                 to-one relationship Page.document
--   Z_FOK_DOCUMENT            place in the ordered relationship Document.pages
--   ZTEXT                     attribute Page.text
CREATE TABLE ZPAGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZLENGTH INTEGER, ZNUMBER INTEGER, ZDOCUMENT INTEGER, Z_FOK_DOCUMENT INTEGER, ZTEXT VARCHAR );

-- Table of Place
--   Z_PK                      key of the object
--   Z_ENT                     number of the object's entity
--   Z_OPT                     counts the saves of the object, for optimistic locking
--   ZLATITUDE                 attribute Place.latitude
--   ZLONGITUDE                attribute Place.longitude
CREATE TABLE ZPLACE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZLATITUDE FLOAT, ZLONGITUDE FLOAT );

-- Table of Tag
--   Z_PK                      key of the object
--   Z_ENT                     number of the object's entity
--   Z_OPT                     counts the saves of the object, for optimistic locking
--   ZNAME                     attribute Tag.name
CREATE TABLE ZTAG ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR );

-- Table of Untyped
--   Z_PK                      key of the object
--   Z_ENT                     number of the object's entity
--   Z_OPT                     counts the saves of the object, for optimistic locking
--   ZNOTE                     attribute Untyped.note
CREATE TABLE ZUNTYPED ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNOTE VARCHAR );

-- Index: objects by relationship Document.attachments
CREATE INDEX ZALLTYPES_Z4ATTACHMENTS_INDEX ON ZALLTYPES (Z4ATTACHMENTS);

-- Index: indexed attribute Archive.shelf
CREATE INDEX Z_Archive_shelf ON ZARCHIVE (ZSHELF COLLATE BINARY ASC);

-- Index: indexed attribute Archive.year
CREATE INDEX Z_Archive_year ON ZARCHIVE (ZYEAR COLLATE BINARY ASC);

-- Index: compound index 2 of Archive
CREATE INDEX Z_Archive_shelf_year ON ZARCHIVE (ZSHELF COLLATE BINARY ASC, ZYEAR COLLATE BINARY ASC);

-- Index: objects by relationship Document.archive
CREATE INDEX ZBASE_ZARCHIVE_INDEX ON ZBASE (ZARCHIVE);

-- Index: objects by relationship Document.predecessor
CREATE INDEX ZBASE_ZPREDECESSOR_INDEX ON ZBASE (ZPREDECESSOR);

-- Index: objects by relationship Document.successor
CREATE INDEX ZBASE_ZSUCCESSOR_INDEX ON ZBASE (ZSUCCESSOR);

-- Index: pairs by relationship Document.tags
CREATE INDEX Z_4TAGS_Z_7TAGS_INDEX ON Z_4TAGS (Z_7TAGS, Z_4DOCUMENTS);

-- Index: pairs by relationship Document.related
CREATE INDEX Z_4RELATED_Z_4RELATED_INDEX ON Z_4RELATED (Z_4RELATED, Z_4RELATEDBY);

-- Index: objects by entity, as Base shares its table with subentities
CREATE INDEX ZBASE_Z_ENT_INDEX ON ZBASE (Z_ENT);

-- Index: uniqueness constraint 1 of Base
CREATE UNIQUE INDEX Z_Base_UNIQUE_identifier ON ZBASE (ZIDENTIFIER COLLATE BINARY ASC);

-- Index: fetch index Document.byTitle
CREATE INDEX Z_Document_byTitle ON ZBASE (ZTITLE COLLATE BINARY ASC, ZARCHIVE COLLATE BINARY DESC);

-- Index: uniqueness constraint 1 of Document
CREATE UNIQUE INDEX Z_Document_UNIQUE_archive_title ON ZBASE (ZARCHIVE COLLATE BINARY ASC, ZTITLE COLLATE BINARY ASC);

-- Index: objects by relationship Page.document
CREATE INDEX ZPAGE_ZDOCUMENT_INDEX ON ZPAGE (ZDOCUMENT);

-- Index: indexed attribute Page.length
CREATE INDEX Z_Page_length ON ZPAGE (ZLENGTH COLLATE BINARY ASC);

-- Index: fetch index Page.byLength
CREATE INDEX Z_Page_byLength ON ZPAGE (ZLENGTH COLLATE BINARY DESC);

-- Index: fetch index Place.byPosition
CREATE VIRTUAL TABLE Z_RT_Place_byPosition USING RTREE (Z_PK INTEGER PRIMARY KEY, ZLATITUDE_MIN, ZLATITUDE_MAX, ZLONGITUDE_MIN, ZLONGITUDE_MAX);

-- Fetch index Place.byPosition
CREATE TRIGGER Z_RT_Place_byPosition_INSERT AFTER INSERT ON ZPLACE FOR EACH ROW BEGIN INSERT OR REPLACE INTO Z_RT_Place_byPosition (Z_PK, ZLATITUDE_MIN, ZLATITUDE_MAX, ZLONGITUDE_MIN, ZLONGITUDE_MAX) VALUES (NEW.Z_PK, NEW.ZLATITUDE ,NEW.ZLATITUDE, NEW.ZLONGITUDE, NEW.ZLONGITUDE) ; END;
CREATE TRIGGER Z_RT_Place_byPosition_UPDATE AFTER UPDATE OF ZLATITUDE, ZLONGITUDE ON ZPLACE FOR EACH ROW BEGIN INSERT OR REPLACE INTO Z_RT_Place_byPosition (Z_PK, ZLATITUDE_MIN, ZLATITUDE_MAX, ZLONGITUDE_MIN, ZLONGITUDE_MAX) VALUES (NEW.Z_PK, NEW.ZLATITUDE ,NEW.ZLATITUDE, NEW.ZLONGITUDE, NEW.ZLONGITUDE) ; END;
CREATE TRIGGER Z_RT_Place_byPosition_DELETE AFTER DELETE ON ZPLACE FOR EACH ROW BEGIN DELETE FROM Z_RT_Place_byPosition WHERE Z_PK = OLD.Z_PK ; END;

-- Property Base.createdAt
CREATE TRIGGER Z_DA_ZBASE_Base_createdAt_INSERT AFTER INSERT ON ZBASE FOR EACH ROW BEGIN UPDATE ZBASE SET ZCREATEDAT = NSCoreDataNow() WHERE Z_PK = NEW.Z_PK; SELECT NSCoreDataDATriggerInsertUpdatedAffectedObjectValue('ZBASE', Z_ENT, Z_PK, 'createdAt', ZCREATEDAT) FROM ZBASE WHERE Z_PK = NEW.Z_PK; END;
CREATE TRIGGER Z_DA_ZBASE_Base_createdAt_UPDATE AFTER UPDATE OF Z_OPT ON ZBASE FOR EACH ROW BEGIN UPDATE ZBASE SET ZCREATEDAT = NSCoreDataNow() WHERE Z_PK = NEW.Z_PK; SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZBASE', Z_ENT, Z_PK, 'createdAt', ZCREATEDAT) FROM ZBASE WHERE Z_PK = NEW.Z_PK; END;

-- Property Document.archiveName
CREATE TRIGGER Z_DA_ZBASE_Document_archiveName_SOURCE_INSERT AFTER INSERT ON ZBASE FOR EACH ROW BEGIN UPDATE ZBASE SET ZARCHIVENAME = (SELECT ZSHELF FROM ZARCHIVE WHERE Z_PK = NEW.ZARCHIVE) WHERE Z_PK = NEW.Z_PK; SELECT NSCoreDataDATriggerInsertUpdatedAffectedObjectValue('ZBASE', Z_ENT, Z_PK, 'archiveName', ZARCHIVENAME) FROM ZBASE WHERE Z_PK = NEW.Z_PK; END;
CREATE TRIGGER Z_DA_ZBASE_Document_archiveName_SOURCE_UPDATE AFTER UPDATE OF ZARCHIVE ON ZBASE FOR EACH ROW BEGIN UPDATE ZBASE SET ZARCHIVENAME = (SELECT ZSHELF FROM ZARCHIVE WHERE Z_PK = NEW.ZARCHIVE) WHERE Z_PK = NEW.Z_PK; SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZBASE', Z_ENT, Z_PK, 'archiveName', ZARCHIVENAME) FROM ZBASE WHERE Z_PK = NEW.Z_PK; END;
CREATE TRIGGER Z_DA_ZARCHIVE_Document_archiveName_PARAMETER_INSERT AFTER INSERT ON ZARCHIVE FOR EACH ROW BEGIN UPDATE ZBASE SET ZARCHIVENAME = NEW.ZSHELF WHERE ZARCHIVE = NEW.Z_PK; SELECT NSCoreDataDATriggerInsertUpdatedAffectedObjectValue('ZBASE', Z_ENT, Z_PK, 'archiveName', ZARCHIVENAME) FROM ZBASE WHERE ZARCHIVE = NEW.Z_PK; END;
CREATE TRIGGER Z_DA_ZARCHIVE_Document_archiveName_PARAMETER_UPDATE AFTER UPDATE OF ZSHELF ON ZARCHIVE FOR EACH ROW BEGIN UPDATE ZBASE SET ZARCHIVENAME = NEW.ZSHELF WHERE ZARCHIVE = NEW.Z_PK; SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZBASE', Z_ENT, Z_PK, 'archiveName', ZARCHIVENAME) FROM ZBASE WHERE ZARCHIVE = NEW.Z_PK; END;

-- Property Document.pageCount
CREATE TRIGGER Z_DA_ZPAGE_Document_pageCount_PARAMETER_INSERT AFTER INSERT ON ZPAGE FOR EACH ROW WHEN (NEW.ZDOCUMENT NOT NULL) BEGIN UPDATE ZBASE SET ZPAGECOUNT = IFNULL(ZPAGECOUNT, 0) + 1 WHERE Z_PK = NEW.ZDOCUMENT; SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZBASE', Z_ENT, Z_PK, 'pageCount', ZPAGECOUNT) FROM ZBASE WHERE Z_PK = NEW.ZDOCUMENT; END;
CREATE TRIGGER Z_DA_ZPAGE_Document_pageCount_PARAMETER_UPDATE_INCREMENT AFTER UPDATE OF ZDOCUMENT ON ZPAGE FOR EACH ROW WHEN (NEW.ZDOCUMENT NOT NULL) BEGIN UPDATE ZBASE SET ZPAGECOUNT = ZPAGECOUNT + 1 WHERE Z_PK = NEW.ZDOCUMENT; SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZBASE', Z_ENT, Z_PK, 'pageCount', ZPAGECOUNT) FROM ZBASE WHERE Z_PK = NEW.ZDOCUMENT; END;
CREATE TRIGGER Z_DA_ZPAGE_Document_pageCount_PARAMETER_UPDATE_DECREMENT AFTER UPDATE OF ZDOCUMENT ON ZPAGE FOR EACH ROW WHEN (OLD.ZDOCUMENT NOT NULL) BEGIN UPDATE ZBASE SET ZPAGECOUNT = ZPAGECOUNT - 1 WHERE Z_PK = OLD.ZDOCUMENT; SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZBASE', Z_ENT, Z_PK, 'pageCount', ZPAGECOUNT) FROM ZBASE WHERE Z_PK = OLD.ZDOCUMENT; END;
CREATE TRIGGER Z_DA_ZPAGE_Document_pageCount_PARAMETER_DELETE AFTER DELETE ON ZPAGE FOR EACH ROW WHEN (OLD.ZDOCUMENT NOT NULL) BEGIN UPDATE ZBASE SET ZPAGECOUNT = ZPAGECOUNT - 1 WHERE Z_PK = OLD.ZDOCUMENT; SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZBASE', Z_ENT, Z_PK, 'pageCount', ZPAGECOUNT) FROM ZBASE WHERE Z_PK = OLD.ZDOCUMENT; END;
CREATE TRIGGER Z_DA_ZBASE_Document_pageCount_SOURCE_INSERT AFTER INSERT ON ZBASE FOR EACH ROW BEGIN UPDATE ZBASE SET ZPAGECOUNT = (SELECT IFNULL(COUNT(ZDOCUMENT), 0) FROM ZPAGE WHERE ZDOCUMENT = NEW.Z_PK) WHERE Z_PK = NEW.Z_PK; SELECT NSCoreDataDATriggerInsertUpdatedAffectedObjectValue('ZBASE', Z_ENT, Z_PK, 'pageCount', ZPAGECOUNT) FROM ZBASE WHERE Z_PK = NEW.Z_PK; END;

-- Property Document.upperTitle
CREATE TRIGGER Z_DA_ZBASE_Document_upperTitle_INSERT AFTER INSERT ON ZBASE FOR EACH ROW BEGIN UPDATE ZBASE SET ZUPPERTITLE = NSCoreDataUppercase(NEW.ZTITLE) WHERE Z_PK = NEW.Z_PK; SELECT NSCoreDataDATriggerInsertUpdatedAffectedObjectValue('ZBASE', Z_ENT, Z_PK, 'upperTitle', ZUPPERTITLE) FROM ZBASE WHERE Z_PK = NEW.Z_PK; END;
CREATE TRIGGER Z_DA_ZBASE_Document_upperTitle_UPDATE AFTER UPDATE OF ZTITLE ON ZBASE FOR EACH ROW BEGIN UPDATE ZBASE SET ZUPPERTITLE = NSCoreDataUppercase(NEW.ZTITLE) WHERE Z_PK = NEW.Z_PK; SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZBASE', Z_ENT, Z_PK, 'upperTitle', ZUPPERTITLE) FROM ZBASE WHERE Z_PK = NEW.Z_PK; END;

-- Property Document.canonicalTitle
CREATE TRIGGER Z_DA_ZBASE_Document_canonicalTitle_INSERT AFTER INSERT ON ZBASE FOR EACH ROW BEGIN UPDATE ZBASE SET ZCANONICALTITLE = NSCoreDataCanonical(NEW.ZTITLE) WHERE Z_PK = NEW.Z_PK; SELECT NSCoreDataDATriggerInsertUpdatedAffectedObjectValue('ZBASE', Z_ENT, Z_PK, 'canonicalTitle', ZCANONICALTITLE) FROM ZBASE WHERE Z_PK = NEW.Z_PK; END;
CREATE TRIGGER Z_DA_ZBASE_Document_canonicalTitle_UPDATE AFTER UPDATE OF ZTITLE ON ZBASE FOR EACH ROW BEGIN UPDATE ZBASE SET ZCANONICALTITLE = NSCoreDataCanonical(NEW.ZTITLE) WHERE Z_PK = NEW.Z_PK; SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZBASE', Z_ENT, Z_PK, 'canonicalTitle', ZCANONICALTITLE) FROM ZBASE WHERE Z_PK = NEW.Z_PK; END;

-- For the store itself
CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);

INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(1, 'AllTypes', 0, 0);
INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(2, 'Archive', 0, 0);
INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(3, 'Base', 0, 0);
INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(4, 'Document', 3, 0);
INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(5, 'Page', 0, 0);
INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(6, 'Place', 0, 0);
INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(7, 'Tag', 0, 0);
INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(8, 'Untyped', 0, 0);
COMMIT;
