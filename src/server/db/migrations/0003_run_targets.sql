ALTER TABLE "run" ADD COLUMN "target" text;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "defaulted" text[];