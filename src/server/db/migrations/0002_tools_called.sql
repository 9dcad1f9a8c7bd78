CREATE TABLE "run_reply" (
	"step_id" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"reply" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tool_credential" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"origin" text NOT NULL,
	"authorization" text NOT NULL,
	"updated_by_id" text NOT NULL,
	"updated_by_name" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tool_secret" (
	"project_id" text PRIMARY KEY NOT NULL,
	"generation" integer NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"old_secret_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "tool_credential" ADD CONSTRAINT "tool_credential_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_secret" ADD CONSTRAINT "tool_secret_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_reply_run" ON "run_reply" USING btree ("run_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tool_credential_origin" ON "tool_credential" USING btree ("project_id","origin");