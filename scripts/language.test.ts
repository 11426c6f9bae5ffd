import { expect, it } from 'vitest'
import { findFaults, isCommitSubject } from './lib/language-rules.mjs'
import { readProse } from './lib/read-prose.mjs'

it.each([
  ['dangling opener', 'Of these the order of the nodes takes care.'],
  ['statement that opens with "What"', 'What is written for such a clock is over before it is sent.'],
  ['machine that speaks', 'the factory tells its pools'],
  ['person instead of a component', 'Nothing is shown to anybody.'],
  ['"is none" or "is no"', 'A name that no node knows is none.'],
  ['"those of" or "that of"', 'the pools of one node and those of another'],
  ['vague adverb', 'It starts anew.'],
  ['vague verb', 'The row stands beside the table.'],
])('finds a %s', (name, text) => {
  expect(findFaults(text)).toEqual([name])
})

it('accepts plain sentences', () => {
  for (const text of [
    'Returns the majority answer, or `undefined` without a majority.',
    'rejects a quote with a larger maximum',
    'Of course a question may open with it.',
    'What does the service return?',
  ])
    expect(findFaults(text)).toEqual([])
})

it('limits the columns of comments only', () => {
  const long = 'word '.repeat(30)
  expect(findFaults(long)).toEqual([])
  expect(findFaults(long, { isComment: true })).toEqual(['comment over 110 columns'])
})

it('reads comments and titles of code, and the prose of documents', () => {
  const code =
    "/**\n * Returns a route.\n */\n// Skips empty legs.\nit('returns a route', run)\nconst a = 1 // end\n"
  expect(readProse('a.ts', code)).toEqual([
    { kind: 'comment', line: 2, text: 'Returns a route.' },
    { kind: 'comment', line: 4, text: 'Skips empty legs.' },
    { kind: 'title', line: 5, text: 'returns a route' },
  ])
  const page = '# Title\n\nOne sentence. Another one.\n\n```ts\n// code\n```\n| a | b |\n- an entry\n'
  expect(readProse('a.md', page).map(({ text }) => text)).toEqual([
    'One sentence.',
    'Another one.',
    'an entry',
  ])
})

it.each([
  ['fix(router): skip zero-output legs', true],
  ['feat!: drop the old entry', true],
  ['Fix the router', false],
  ['fix: Skip legs', false],
  [`fix: ${'a'.repeat(70)}`, false],
])('reads the commit subject %j', (subject, isGood) => {
  expect(isCommitSubject(subject)).toBe(isGood)
})
