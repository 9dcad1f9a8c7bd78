ALTER TABLE "org" ADD COLUMN "reserved" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "reserved" bigint DEFAULT 0 NOT NULL;