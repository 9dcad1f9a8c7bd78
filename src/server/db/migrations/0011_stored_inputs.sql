ALTER TABLE "dataset" ADD COLUMN "size" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "evaluation" ADD COLUMN "size" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "evaluation_project" ON "evaluation" USING btree ("project_id");--> statement-breakpoint
UPDATE "dataset" SET "size" = (SELECT coalesce(sum(length("inputs"::text) + length(coalesce("expected"::text, ''))), 0) FROM "dataset_case" WHERE "dataset_id" = "dataset"."id");
