CREATE TABLE "auto_top_up" (
	"org_id" text PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL,
	"threshold" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"monthly_cap" bigint NOT NULL,
	"month" text NOT NULL,
	"bought" bigint NOT NULL,
	"failure" text,
	"attempt_id" text,
	"attempt_amount" bigint,
	"attempt_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "auto_top_up" ADD CONSTRAINT "auto_top_up_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;