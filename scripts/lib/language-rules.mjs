/**
 * Phrases that a newcomer cannot look up: sentences without a subject, machines that speak, and
 * pronouns that replace a name. CONTRIBUTING.md explains the style.
 */
export const LANGUAGE_RULES = [
  {
    name: 'dangling opener',
    pattern: /^(?:Of|By|Those|Whose|Whether|Besides|Nor|None|Nobody|Whoever|Told)\b(?! course)/,
  },
  { name: 'statement that opens with "What"', pattern: /^What\b(?![^.]*\?)/ },
  {
    name: 'machine that speaks',
    pattern: /\b(?:tells?|told|asks?|asked|hears?|heard|believe[sd]?|vouch(?:es)?|confess(?:es)?|agrees?)\b/i,
  },
  {
    name: 'person instead of a component',
    pattern: /\b(?:nobody|whoever|anybody|somebody|himself|no one)\b/i,
  },
  {
    name: '"is none" or "is no"',
    pattern: /\b(?:is|are|was|were) (?:none|no(?! longer| more| less)(?= \w))/i,
  },
  { name: '"those of" or "that of"', pattern: /\b(?:those|that) (?:of|that|which|who|beside|with)\b/i },
  {
    name: 'vague adverb',
    pattern:
      /\b(?:anew|in vain|all the same|by itself|by themselves|meanwhile|besides|on its way|as it were|for ever|at once)\b/i,
  },
  {
    name: 'vague verb',
    pattern:
      /\b(?:stands? (?:with|at|in|beside|below|where)|goes on|go on|comes to light|has its (?:own )?room)\b/i,
  },
]

export const MAX_COMMENT_COLUMNS = 110

const COMMIT_SUBJECT =
  /^(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(?:\([\w/.-]+\))?!?: [a-z]/

/** Returns whether a commit subject follows Conventional Commits in at most 72 characters. */
export function isCommitSubject(subject) {
  return subject.length <= 72 && COMMIT_SUBJECT.test(subject)
}

/** Returns the names of the rules that a sentence breaks. `isComment` adds the limit of columns. */
export function findFaults(text, { isComment = false } = {}) {
  const faults = LANGUAGE_RULES.filter(({ pattern }) => pattern.test(text)).map(({ name }) => name)
  return isComment && text.length > MAX_COMMENT_COLUMNS
    ? [...faults, `comment over ${MAX_COMMENT_COLUMNS} columns`]
    : faults
}
