CREATE TABLE "transfer" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"input" jsonb NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"size" bigint,
	"project_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"report" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" text,
	"created_by_id" text NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"worker_id" text,
	"lease_until" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "transfer_org" ON "transfer" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "transfer_open" ON "transfer" USING btree ("id") WHERE "transfer"."ended_at" is null;