CREATE TABLE "chunk" (
	"id" text PRIMARY KEY NOT NULL,
	"index_id" text NOT NULL,
	"collection_id" text NOT NULL,
	"document_id" text NOT NULL,
	"position" integer NOT NULL,
	"start" integer NOT NULL,
	"end" integer NOT NULL,
	"text" text NOT NULL,
	"tokens" integer NOT NULL,
	"page" integer,
	"sheet" text,
	"slide" integer,
	"heading_path" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chunk_index" (
	"index_id" text PRIMARY KEY NOT NULL,
	"collection_id" text NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "chunk_index_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"words" text NOT NULL,
	"vectors" text,
	"dimensions" integer,
	"languages" text[] DEFAULT '{}'::text[] NOT NULL,
	CONSTRAINT "chunk_index_number" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "embedding_cache" (
	"model" text NOT NULL,
	"hash" text NOT NULL,
	"vector" "bytea" NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "embedding_cache_model_hash_pk" PRIMARY KEY("model","hash")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "chunk_place" ON "chunk" USING btree ("document_id","index_id","position");--> statement-breakpoint
CREATE INDEX "chunk_index_id" ON "chunk" USING btree ("index_id");--> statement-breakpoint
CREATE INDEX "chunk_index_collection" ON "chunk_index" USING btree ("collection_id");--> statement-breakpoint
CREATE INDEX "embedding_cache_used" ON "embedding_cache" USING btree ("used_at");