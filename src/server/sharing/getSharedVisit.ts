import { isoOf } from '../../domain/zone.ts';
import { route } from '../platform/http/route.ts';
import { findShared } from './shared-visit.ts';

export const getSharedVisit = route(
  'getSharedVisit',
  async ({ context, reader }) => ({
    expiresAt: isoOf(reader.expiresAt),
    visit: await findShared(context, reader),
  }),
  { isHeavy: true },
);
