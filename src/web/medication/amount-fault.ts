export const AMOUNT_FAULT = 'Write a number, such as 1, ½ or 1.5.';
