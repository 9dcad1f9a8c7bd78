import { expect, it } from 'vitest';
import { Strangers } from './strangers.ts';

function openStrangers(total: number, each: number) {
  const strangers = new Strangers({ total, each });
  const ended: string[] = [];
  const add = (name: string) =>
    strangers.add(name.replace(/\d/, ''), { end: () => void ended.push(name) });
  return { strangers, ended, add };
}

it('lets the newest of a network in, at the expense of the one that has been silent longest', () => {
  const { strangers, ended, add } = openStrangers(10, 2);
  const names = ['a1', 'a2', 'a3', 'b1', 'a4'];
  for (const name of names) add(name);
  expect(ended).toEqual(['a1', 'a2']);
  expect(strangers.count).toBe(3);
});

it('ends the oldest of the largest network when the node is full', () => {
  const { strangers, ended, add } = openStrangers(4, 3);
  for (const name of ['b1', 'a1', 'a2', 'a3', 'c1', 'd1']) add(name);
  expect(ended).toEqual(['a1', 'a2']);
  expect(strangers.count).toBe(4);
});

it('counts none that has authenticated or is closed, once', () => {
  const { strangers, ended, add } = openStrangers(10, 2);
  const leave = [add('a1'), add('a2')];
  for (const one of [...leave, ...leave]) one();
  expect(strangers.count).toBe(0);
  add('a3');
  add('a4');
  expect(ended).toEqual([]);
});
