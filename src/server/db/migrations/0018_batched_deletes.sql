ALTER TABLE "document" DROP CONSTRAINT "document_collection_id_collection_id_fk";
--> statement-breakpoint
ALTER TABLE "indexing" DROP CONSTRAINT "indexing_index_id_collection_index_id_fk";
--> statement-breakpoint
ALTER TABLE "datasource_item" DROP CONSTRAINT "datasource_item_datasource_id_datasource_id_fk";
--> statement-breakpoint
ALTER TABLE "datasource_sync_entry" DROP CONSTRAINT "datasource_sync_entry_sync_id_datasource_sync_id_fk";
