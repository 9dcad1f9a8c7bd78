CREATE TABLE "model_probe" (
	"endpoint" text NOT NULL,
	"model" text NOT NULL,
	"capabilities" jsonb NOT NULL,
	"probed_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "model_probe_endpoint_model_pk" PRIMARY KEY("endpoint","model")
);
--> statement-breakpoint
CREATE INDEX "model_probe_expiry" ON "model_probe" USING btree ("expires_at");