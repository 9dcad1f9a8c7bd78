import { expect, it } from 'vitest';
import { passwordFault } from './password.ts';

const traits = { email: 'ada.byron@example.com', name: 'Ada Lovelace' };
const faultOf = (password: string) => passwordFault(password, traits)?.id;

it.each([
  'taskloom',
  'Taskloom2026!',
  'taskloom-taskloom',
  'Taskl00m!!',
  'loomtask99',
  'ada-lovelace',
  'Lovelace2026',
  'L0vel@ce!!',
  'byron1815',
  'ada@example',
  'ada.byron@example.com',
])('%s is made of the name of the product or the person', (password) => {
  expect(faultOf(password)).toBe(4000031);
});

it.each([
  'password',
  'Password123!',
  'P@ssw0rd2026',
  'qwertyuiop',
  'Summer2026!',
  'Spring2025!',
  'welcome-welcome',
  '1234567890',
  '!!!!!!!!!!',
  'Changeme123',
])('%s is common', (password) => {
  expect(faultOf(password)).toBe(4000034);
});

it.each([
  'long enough',
  'lantern-orbit-velvet-93',
  'correct horse battery 9',
  'Lovelace wrote notes in 1843',
  'summer-holiday-thing',
  'x7Kp!q2Wz',
  'ünïcödé-schlüssel',
])('%s is accepted', (password) => {
  expect(faultOf(password)).toBeUndefined();
});
