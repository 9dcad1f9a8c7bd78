CREATE TABLE "payment_event" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "subscription" (
	"org_id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"subscription_id" text,
	"period_ends_at" timestamp with time zone,
	"cancels_at" timestamp with time zone,
	"had_trial" boolean NOT NULL,
	"card" jsonb,
	"tax_id" jsonb,
	"changing_until" timestamp with time zone,
	"synced_at" timestamp with time zone NOT NULL,
	"syncs" integer NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "subscription_customer_id_unique" UNIQUE("customer_id")
);
--> statement-breakpoint
ALTER TABLE "org" ADD COLUMN "plan" text DEFAULT 'free' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_event_received" ON "payment_event" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "subscription_synced" ON "subscription" USING btree ("synced_at");