import type { CallName } from '../../../contract/calls.ts';
import type { AnyKind } from '../../../contract/kinds/kind.ts';
import { type EntryKind, KINDS } from '../../../contract/kinds.ts';
import { ownAccess } from '../../identity/authors.ts';
import { type Call, type Route, route } from '../../platform/http/route.ts';
import type { EntryCall } from './call.ts';
import { setDeleted } from './delete.ts';
import { list, listDeleted } from './list.ts';
import { type Complete, edit, save } from './save.ts';

type CallOf<K> = K extends AnyKind ? Extract<K['calls'][keyof K['calls']], CallName> : never;

/**
 * The routes of the calls of all kinds in `KINDS`.
 *
 * @param complete by kind, returns the values of the fields that the server sets
 */
export function routesOfKinds(
  complete: Readonly<Partial<Record<EntryKind['name'], Complete>>>,
): Record<CallOf<EntryKind>, Route> {
  return Object.assign({}, ...KINDS.map((kind) => routesOf(kind, complete[kind.name])));
}

function routesOf(kind: AnyKind, complete: Complete | undefined): object {
  const { calls } = kind;
  const routes: Partial<Record<CallName, Route>> = {
    [calls.save]: serve(calls.save, (call) => save(kind, call as never, complete)),
    ...(calls.edit && {
      [calls.edit]: serve(calls.edit, (call) => edit(kind, call as never)),
    }),
    [calls.list]: serve(calls.list, (call) => list(kind, call as never)),
    [calls.delete]: serve(calls.delete, (call) => setDeleted(kind, true, call as never)),
    [calls.restore]: serve(calls.restore, (call) => setDeleted(kind, false, call as never)),
    ...(calls.deleted && {
      [calls.deleted]: serve(calls.deleted, (call) => listDeleted(kind, call)),
    }),
  };
  return routes;
}

/** The definition gives the types of input and answer, so TypeScript cannot know them here. */
function serve(name: CallName, handle: (call: EntryCall<unknown>) => Promise<object>): Route {
  return route(name, (async ({ context, input, session, access }: Call<CallName>) => {
    const reached = access ?? (session && ownAccess(session));
    if (!reached) throw new Error(`${name} needs a session`);
    return await handle({ context, input, access: reached });
  }) as never);
}
