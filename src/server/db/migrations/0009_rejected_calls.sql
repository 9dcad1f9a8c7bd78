CREATE TABLE "rejected_call" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"task_id" text,
	"task_name" text,
	"target" text,
	"revision" integer,
	"source" text NOT NULL,
	"caller_type" text NOT NULL,
	"caller_id" text NOT NULL,
	"caller_name" text NOT NULL,
	"code" text NOT NULL,
	"status" integer NOT NULL,
	"pointers" text[] NOT NULL,
	"calls" integer NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"last_request_id" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "rejected_call_project" ON "rejected_call" USING btree ("project_id","last_at","id");--> statement-breakpoint
CREATE INDEX "rejected_call_task" ON "rejected_call" USING btree ("task_id","last_at");