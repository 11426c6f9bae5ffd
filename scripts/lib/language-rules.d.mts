export const LANGUAGE_RULES: readonly { name: string; pattern: RegExp }[]
export const MAX_COMMENT_COLUMNS: number
export function isCommitSubject(subject: string): boolean
export function findFaults(text: string, options?: { isComment?: boolean }): string[]
