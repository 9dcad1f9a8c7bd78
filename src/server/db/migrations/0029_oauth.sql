CREATE TABLE "oauth_client" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"name" text NOT NULL,
	"publisher" text NOT NULL,
	"url" text,
	"logo_text" text NOT NULL,
	"redirect_uris" text[] NOT NULL,
	"type" text NOT NULL,
	"grants" text[] NOT NULL,
	"scopes" text[] NOT NULL,
	"resources" jsonb,
	"secret_prefix" text,
	"secret_hash" text,
	"old_secret_hash" text,
	"old_secret_until" timestamp with time zone,
	"created_by_id" text NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oauth_grant" (
	"id" text PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"org_id" text NOT NULL,
	"project_id" text NOT NULL,
	"user_id" text NOT NULL,
	"scopes" text[] NOT NULL,
	"resources" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "oauth_request" (
	"id" text PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"state" text,
	"scopes" text[] NOT NULL,
	"payload" jsonb NOT NULL,
	"status" text NOT NULL,
	"grant_id" text,
	"proof_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oauth_token" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"client_id" text NOT NULL,
	"grant_id" text,
	"scopes" text[] NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"consumed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "resources" jsonb;--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "old_prefix" text;--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "old_hash" text;--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "old_key_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "oauth_client" ADD CONSTRAINT "oauth_client_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_grant" ADD CONSTRAINT "oauth_grant_client_id_oauth_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."oauth_client"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_grant" ADD CONSTRAINT "oauth_grant_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_request" ADD CONSTRAINT "oauth_request_client_id_oauth_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."oauth_client"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_token" ADD CONSTRAINT "oauth_token_client_id_oauth_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."oauth_client"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_token" ADD CONSTRAINT "oauth_token_grant_id_oauth_grant_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."oauth_grant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oauth_client_project" ON "oauth_client" USING btree ("project_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "oauth_grant_person" ON "oauth_grant" USING btree ("client_id","user_id");--> statement-breakpoint
CREATE INDEX "oauth_grant_user" ON "oauth_grant" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "oauth_request_client" ON "oauth_request" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "oauth_request_expiry" ON "oauth_request" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_token_client" ON "oauth_token" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "oauth_token_grant" ON "oauth_token" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "oauth_token_expiry" ON "oauth_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "api_key_old" ON "api_key" USING btree ("old_hash");