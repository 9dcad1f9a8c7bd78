CREATE TABLE "email_domain" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"domain" text NOT NULL,
	"token" text NOT NULL,
	"role" text NOT NULL,
	"verified_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"last_check" text,
	"misses" integer NOT NULL,
	"created_by_id" text NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "join_block" (
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "join_block_org_id_user_id_pk" PRIMARY KEY("org_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "email_domain" ADD CONSTRAINT "email_domain_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_block" ADD CONSTRAINT "join_block_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_block" ADD CONSTRAINT "join_block_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "email_domain_own" ON "email_domain" USING btree ("org_id","domain");--> statement-breakpoint
CREATE UNIQUE INDEX "email_domain_verified" ON "email_domain" USING btree ("domain") WHERE "email_domain"."verified_at" is not null;--> statement-breakpoint
CREATE INDEX "email_domain_checked" ON "email_domain" USING btree ("checked_at");--> statement-breakpoint
CREATE INDEX "join_block_user" ON "join_block" USING btree ("user_id");