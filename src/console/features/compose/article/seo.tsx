import { Button, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { SelectField } from '#console/ui/form/select-field.tsx';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { IconPhoto, IconSparkles } from '@tabler/icons-react';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { slugOf } from '#core/compose/article.ts';
import {
  KEYWORD_MAX,
  KEYWORDS_MAX,
  SEO_DESCRIPTION_MAX,
  SEO_TITLE_MAX,
  SLUG_MAX,
} from '#core/compose/limits.ts';
import type { ArticleSeo } from '#generated/model/index.ts';
import { useArticleEditor, useEdit, useText, useWriter } from '../editor/article-context.tsx';
import { StepFailure } from '../step/step-failure.tsx';
import { StepProgress } from '../step/step-parts.tsx';
import { Picture, SHOWN_ELSEWHERE } from '../text/picture.tsx';
import classes from './article.module.css';

/** Search engines truncate longer titles and descriptions. */
const TITLE_SHOWN = 60;
const DESCRIPTION_SHOWN = 155;

/** Search and social text, with a preview of both. */
export function Seo() {
  const { readOnly, writer } = useArticleEditor();
  const seo = useText((text) => text.seo);
  const images = useText((text) => text.images);
  const isBusy = useWriter(({ writing }) => writing !== null);
  const isWriting = useWriter(({ writing }) => writing?.request.step === 'seo');
  const edit = useEdit('article');
  const locked = readOnly !== null;
  const set = <K extends keyof ArticleSeo>(key: K, value: ArticleSeo[K]) =>
    edit((text) => ({ ...text, seo: { ...text.seo, [key]: value } }), `seo.${key}`);
  const text = (key: 'title' | 'description' | 'slug') => ({
    readOnly: locked,
    value: seo[key],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      set(key, event.currentTarget.value),
  });

  return (
    <div className={classes.seo}>
      <Stack gap="md">
        <StepFailure of={({ step }) => step === 'seo'} />
        {isWriting ? (
          <StepProgress label="Writing search and social text" />
        ) : (
          <Tooltip label={readOnly} disabled={!locked}>
            <Button
              className={classes.start}
              variant="default"
              leftSection={<IconSparkles />}
              disabled={locked || isBusy}
              onClick={() => void writer.write({ step: 'seo' })}
            >
              {seo.title === '' ? 'Write search and social text' : 'Rewrite'}
            </Button>
          </Tooltip>
        )}
        <TextInput
          label="Title"
          description={`${seo.title.length} of about ${TITLE_SHOWN} characters`}
          maxLength={SEO_TITLE_MAX}
          {...text('title')}
        />
        <Textarea
          label="Description"
          description={`${seo.description.length} of about ${DESCRIPTION_SHOWN} characters`}
          rows={3}
          maxLength={SEO_DESCRIPTION_MAX}
          {...text('description')}
        />
        <TextInput
          label="URL slug"
          description="The last part of the article's URL"
          maxLength={SLUG_MAX}
          {...text('slug')}
          onBlur={() =>
            seo.slug !== slugOf(seo.slug, SLUG_MAX) && set('slug', slugOf(seo.slug, SLUG_MAX))
          }
        />
        <TagsInput
          label="Keywords"
          description="Press Enter to add"
          maxTags={KEYWORDS_MAX}
          readOnly={locked}
          value={seo.keywords}
          onChange={(words) =>
            set('keywords', words.map((word) => word.trim().slice(0, KEYWORD_MAX)).filter(Boolean))
          }
        />
        <SelectField
          label="Image"
          disabled={locked}
          value={seo.image_id ?? ''}
          options={[
            { value: '', label: images.length === 0 ? 'Add an image first' : 'None' },
            ...images.map(({ id, alt, url }) => ({ value: id, label: alt || url })),
          ]}
          onChange={(id) => set('image_id', id || null)}
        />
      </Stack>
      <Previews />
    </div>
  );
}

function Previews() {
  const title = useText((text) => text.seo.title || text.title || 'Untitled article');
  const description = useText((text) => text.seo.description || text.brief.topic);
  const slug = useText((text) => text.seo.slug || slugOf(text.title, SLUG_MAX));
  const image = useText(({ images, seo }) => images.find(({ id }) => id === seo.image_id));
  return (
    <div className={classes.previews}>
      <h3 className={classes.small}>Search result</h3>
      <div className={classes.result}>
        <p className={classes.url}>example.com › blog › {slug}</p>
        <p className={classes.resultTitle}>{cut(title, TITLE_SHOWN)}</p>
        <p className={classes.resultText}>{cut(description, DESCRIPTION_SHOWN)}</p>
      </div>
      <h3 className={classes.small}>Social card</h3>
      <div className={classes.card}>
        {image ? (
          <Picture image={image} otherwise={<NoPicture>{SHOWN_ELSEWHERE}</NoPicture>} />
        ) : (
          <NoPicture>No image</NoPicture>
        )}
        <div className={classes.cardText}>
          <p className={classes.url}>example.com</p>
          <p className={classes.cardTitle}>{title}</p>
          <p className={classes.resultText}>{cut(description, 120)}</p>
        </div>
      </div>
    </div>
  );
}

function NoPicture({ children }: { children: string }) {
  return (
    <div className={classes.noImage}>
      <IconPhoto aria-hidden />
      {children}
    </div>
  );
}

/** Truncates at a word, as search engines do. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max).replace(/\s+\S*$/, '')} …`;
}
