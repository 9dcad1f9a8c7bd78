CREATE TABLE "join_request" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"domain_id" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"declined_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "email_domain" ADD COLUMN "joining" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "email_domain" ADD COLUMN "projects" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "join_request" ADD CONSTRAINT "join_request_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_request" ADD CONSTRAINT "join_request_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_request" ADD CONSTRAINT "join_request_domain_id_email_domain_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."email_domain"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "join_request_own" ON "join_request" USING btree ("org_id","user_id");--> statement-breakpoint
CREATE INDEX "join_request_user" ON "join_request" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "join_request_domain" ON "join_request" USING btree ("domain_id");