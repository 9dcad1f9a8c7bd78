CREATE TABLE "audit_entry" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"project_id" text,
	"outcome" text NOT NULL,
	"action" text NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"person_id" text,
	"network" text,
	"request_id" text,
	"target_type" text NOT NULL,
	"target_id" text,
	"target_name" text,
	"changes" jsonb NOT NULL,
	"count" integer NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_entry_org" ON "audit_entry" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "audit_entry_actor" ON "audit_entry" USING btree ("org_id","actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_entry_target" ON "audit_entry" USING btree ("org_id","target_id","id");