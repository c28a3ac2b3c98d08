import { SHARE_PARTS, type SharePart } from '../../../domain/share.ts';
import { type Snake, snakeOf } from './snake.ts';

/** The columns of `links` with the parts that a link shows: 1, or 0 if it does not. */

/** 'check_ins', for the part 'checkIns' */
export type PartColumn<Part extends SharePart = SharePart> = Snake<Part>;

export function partColumn(part: SharePart): PartColumn {
  return snakeOf(part) as PartColumn;
}

export const PART_COLUMNS = SHARE_PARTS.map(partColumn);

/** The columns of a new link. */
export function columnsOfParts(
  scope: Readonly<Record<SharePart, boolean>>,
): Record<PartColumn, number> {
  const columns = SHARE_PARTS.map((part) => [partColumn(part), scope[part] ? 1 : 0]);
  return Object.fromEntries(columns);
}
