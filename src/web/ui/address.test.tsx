import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Address } from './address.tsx';

it('can break after the @ and each dot, and nowhere else', () => {
  expect(renderToStaticMarkup(<Address of="maria.gonzalez@clinic.example.org" />)).toBe(
    '<span class="address">maria.<wbr/>gonzalez@<wbr/>clinic.<wbr/>example.<wbr/>org</span>',
  );
});
