import type { Widget, WidgetCreate, WidgetList, WidgetUpdate } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import type { PageQuery } from '../paging.ts';
import type { Principal } from '../principal.ts';
import { notFound } from '../problem.ts';

/** A project's widgets. */
export function createWidgetService(_domain: Pick<Domain, 'stores' | 'chat' | 'run'>) {
  return {
    async list(_projectId: string, _query: PageQuery): Promise<WidgetList> {
      throw notFound();
    },
    async create(
      _place: { orgId: string; projectId: string },
      _body: WidgetCreate,
      _by: Principal,
    ): Promise<Widget> {
      throw notFound();
    },
    async get(_projectId: string, _id: string): Promise<Widget> {
      throw notFound();
    },
    async update(
      _projectId: string,
      _id: string,
      _body: WidgetUpdate,
      _ifMatch: string | undefined,
    ): Promise<Widget> {
      throw notFound();
    },
    async delete(_projectId: string, _id: string): Promise<void> {
      throw notFound();
    },
    async rotateKey(_projectId: string, _id: string): Promise<Widget> {
      throw notFound();
    },
  };
}
