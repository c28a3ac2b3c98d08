import { afterEach, beforeEach, expect, it } from 'vitest';
import { NO_ANSWERS } from '../../domain/check-in.ts';
import { checkInDrafts } from '../check-ins/kind.ts';
import { dropText, keepText, readText, textKeys } from './kept-text.ts';

const setItem = Storage.prototype.setItem;

afterEach(() => {
  Storage.prototype.setItem = setItem;
  dropText('kept');
});

/** A browser whose storage is full. */
function fill(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
}

beforeEach(() => keepText('kept', 'old'));

it('keeps in the page what a full storage does not accept', () => {
  fill();
  keepText('kept', 'new');
  expect(readText('kept')).toBe('new');
  expect(textKeys('ke')).toEqual(['kept']);
  dropText('kept');
  expect(readText('kept')).toBeNull();
  expect(textKeys('ke')).toEqual([]);
});

it('stores it once the storage accepts it again', () => {
  fill();
  keepText('kept', 'new');
  Storage.prototype.setItem = setItem;
  keepText('kept', 'newest');
  expect(localStorage.getItem('kept')).toBe('newest');
  localStorage.setItem('kept', 'from another window');
  expect(readText('kept')).toBe('from another window');
});

it('finds unsaved check-ins that are only in the page', () => {
  fill();
  checkInDrafts.keep('me for grace', '2026-11-18', { answers: { ...NO_ANSWERS, mood: 2 } });
  expect(checkInDrafts.find('me')).toMatchObject([
    { trackerKey: 'me for grace', id: '2026-11-18' },
  ]);
  checkInDrafts.keep('me for grace', '2026-11-18', undefined);
  expect(checkInDrafts.read('me for grace')['2026-11-18']).toBeUndefined();
  expect(checkInDrafts.find('me')).toEqual([]);
});
