CREATE TABLE "collection" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"project_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"tags" text[] NOT NULL,
	"is_paused" boolean NOT NULL,
	"index_id" text NOT NULL,
	"version" integer NOT NULL,
	"created_by_id" text NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "collection_index" (
	"id" text PRIMARY KEY NOT NULL,
	"collection_id" text NOT NULL,
	"number" integer NOT NULL,
	"status" text NOT NULL,
	"chunk_size" integer NOT NULL,
	"chunk_overlap" integer NOT NULL,
	"language" text NOT NULL,
	"embedding_model" text,
	"dimensions" integer,
	"activates" boolean NOT NULL,
	"figures" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "collection_question" (
	"id" text PRIMARY KEY NOT NULL,
	"collection_id" text NOT NULL,
	"question" text NOT NULL,
	"expected" jsonb NOT NULL,
	"filter" jsonb,
	"created_by_id" text NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"collection_id" text NOT NULL,
	"name" text NOT NULL,
	"title" text,
	"kind" text,
	"media_type" text,
	"size" bigint NOT NULL,
	"origin_type" text NOT NULL,
	"url" text,
	"datasource_id" text,
	"tags" text[] NOT NULL,
	"dated_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"warnings" jsonb NOT NULL,
	"pages" integer,
	"language" text,
	"characters" integer NOT NULL,
	"parts" integer NOT NULL,
	"content" integer NOT NULL,
	"extracted" integer NOT NULL,
	"segments" integer NOT NULL,
	"hash" text,
	"source_etag" text,
	"error_code" text,
	"error_detail" text,
	"version" integer NOT NULL,
	"created_by_id" text NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"ready_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "indexing" (
	"index_id" text NOT NULL,
	"document_id" text NOT NULL,
	"collection_id" text NOT NULL,
	"org_id" text NOT NULL,
	"state" text NOT NULL,
	"percent" integer NOT NULL,
	"attempt" integer NOT NULL,
	"due_at" timestamp with time zone,
	"locked_until" timestamp with time zone,
	"worker_id" text,
	"started_at" timestamp with time zone,
	"deadline_at" timestamp with time zone,
	"error_code" text,
	"error_detail" text,
	"chunks" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "indexing_index_id_document_id_pk" PRIMARY KEY("index_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "upload" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"project_id" text NOT NULL,
	"purpose" text NOT NULL,
	"collection_id" text,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	"offset" bigint NOT NULL,
	"tags" text[] NOT NULL,
	"folder" text NOT NULL,
	"created_by_id" text NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "collection" ADD CONSTRAINT "collection_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection" ADD CONSTRAINT "collection_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_index" ADD CONSTRAINT "collection_index_collection_id_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_question" ADD CONSTRAINT "collection_question_collection_id_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document" ADD CONSTRAINT "document_collection_id_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "indexing" ADD CONSTRAINT "indexing_index_id_collection_index_id_fk" FOREIGN KEY ("index_id") REFERENCES "public"."collection_index"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "indexing" ADD CONSTRAINT "indexing_document_id_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."document"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload" ADD CONSTRAINT "upload_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload" ADD CONSTRAINT "upload_collection_id_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "collection_project_name" ON "collection" USING btree ("project_id",lower("name"));--> statement-breakpoint
CREATE INDEX "collection_project_updated" ON "collection" USING btree ("project_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "collection_org" ON "collection" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "collection_index_collection" ON "collection_index" USING btree ("collection_id","id");--> statement-breakpoint
CREATE INDEX "collection_question_collection" ON "collection_question" USING btree ("collection_id","id");--> statement-breakpoint
CREATE INDEX "document_collection_created" ON "document" USING btree ("collection_id","created_at","id");--> statement-breakpoint
CREATE INDEX "document_collection_state" ON "document" USING btree ("collection_id","state");--> statement-breakpoint
CREATE INDEX "document_datasource" ON "document" USING btree ("datasource_id");--> statement-breakpoint
CREATE INDEX "indexing_document" ON "indexing" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "indexing_due" ON "indexing" USING btree ("org_id","due_at") WHERE "indexing"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "upload_project" ON "upload" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "upload_collection" ON "upload" USING btree ("collection_id");--> statement-breakpoint
CREATE INDEX "upload_expires" ON "upload" USING btree ("expires_at");