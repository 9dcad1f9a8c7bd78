import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { TemplateDetail } from './template-detail.tsx';
import { TemplateGallery } from './template-gallery.tsx';

/** `/templates`, and `/templates?template=x` with one of them open. */
export function TemplateListPage() {
  const [template] = useQueryParam('template');
  return template === null ? <TemplateGallery /> : <TemplateDetail key={template} id={template} />;
}
