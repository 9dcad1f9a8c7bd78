CREATE TABLE "datasource" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"collection_id" text NOT NULL,
	"name" text NOT NULL,
	"config" jsonb NOT NULL,
	"interval" text NOT NULL,
	"is_paused" boolean NOT NULL,
	"health" text NOT NULL,
	"credentials" text,
	"credentials_hint" text,
	"state" jsonb,
	"error" text,
	"next_sync_at" timestamp with time zone,
	"version" integer NOT NULL,
	"created_by_id" text NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "datasource_item" (
	"datasource_id" text NOT NULL,
	"key_hash" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"url" text,
	"media_type" text,
	"size" bigint,
	"etag" text,
	"modified_at" text,
	"memo" text,
	"document_id" text,
	"hash" text,
	"sync_id" text NOT NULL,
	CONSTRAINT "datasource_item_datasource_id_key_hash_pk" PRIMARY KEY("datasource_id","key_hash")
);
--> statement-breakpoint
CREATE TABLE "datasource_sync" (
	"id" text PRIMARY KEY NOT NULL,
	"datasource_id" text NOT NULL,
	"collection_id" text NOT NULL,
	"org_id" text NOT NULL,
	"status" text NOT NULL,
	"trigger" text NOT NULL,
	"added" integer NOT NULL,
	"changed" integer NOT NULL,
	"removed" integer NOT NULL,
	"unchanged" integer NOT NULL,
	"failed" integer NOT NULL,
	"error" text,
	"note" text,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"locked_until" timestamp with time zone,
	"worker_id" text,
	"attempt" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "datasource_sync_entry" (
	"id" text PRIMARY KEY NOT NULL,
	"sync_id" text NOT NULL,
	"result" text NOT NULL,
	"name" text NOT NULL,
	"url" text,
	"document_id" text,
	"detail" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "datasource" ADD CONSTRAINT "datasource_collection_id_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "datasource_item" ADD CONSTRAINT "datasource_item_datasource_id_datasource_id_fk" FOREIGN KEY ("datasource_id") REFERENCES "public"."datasource"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "datasource_sync" ADD CONSTRAINT "datasource_sync_datasource_id_datasource_id_fk" FOREIGN KEY ("datasource_id") REFERENCES "public"."datasource"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "datasource_sync_entry" ADD CONSTRAINT "datasource_sync_entry_sync_id_datasource_sync_id_fk" FOREIGN KEY ("sync_id") REFERENCES "public"."datasource_sync"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "datasource_collection" ON "datasource" USING btree ("collection_id","id");--> statement-breakpoint
CREATE INDEX "datasource_next" ON "datasource" USING btree ("next_sync_at") WHERE "datasource"."next_sync_at" is not null;--> statement-breakpoint
CREATE INDEX "datasource_sync_source" ON "datasource_sync" USING btree ("datasource_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "datasource_sync_open" ON "datasource_sync" USING btree ("datasource_id") WHERE "datasource_sync"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "datasource_sync_due" ON "datasource_sync" USING btree ("due_at") WHERE "datasource_sync"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "datasource_sync_entry_sync" ON "datasource_sync_entry" USING btree ("sync_id","id");