import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { InlineCode } from '#console/ui/display/inline-code.tsx';
import panel from '../panel.module.css';
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
      <h2 className={panel.sectionTitle}>{title}</h2>
      <p className={classes.lead}>
        <InlineCode text={lead} />
      </p>
      <CodeBlock
        code={JSON.stringify(schema, null, 2)}
        label={`the ${title.toLowerCase()}`}
        maxHeight={320}
      />
    </section>
  );
}
