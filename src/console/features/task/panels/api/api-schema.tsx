import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { InlineCode } from '#console/ui/display/inline-code.tsx';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import classes from './api-panel.module.css';

interface ApiSchemaProps {
  title: string;
  lead: string;
  schema: Record<string, unknown>;
}

/** A JSON Schema to read and copy. */
export function ApiSchema({ title, lead, schema }: ApiSchemaProps) {
  return (
    <section>
      <SectionTitle>{title}</SectionTitle>
      <p className={classes.lead}>
        <InlineCode text={lead} />
      </p>
      <CodeBlock
        code={JSON.stringify(schema, null, 2)}
        what={`${title.toLowerCase()}`}
        maxHeight={320}
      />
    </section>
  );
}
