DROP INDEX "project_org_name";--> statement-breakpoint
ALTER TABLE "org" ADD COLUMN "default_model_id" text;--> statement-breakpoint
ALTER TABLE "org" ADD COLUMN "run_retention_days" integer;--> statement-breakpoint
ALTER TABLE "org" ADD COLUMN "allowed_origins" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "org" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "org" ADD COLUMN "deleted_by_name" text;--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN "default_model_id" text;--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN "allowed_origins" jsonb;--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN "deleted_by_name" text;--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN "deleted_with_org" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "project_org_name" ON "project" USING btree ("org_id",lower("name")) WHERE deleted_at is null;