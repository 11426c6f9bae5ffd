/** Returns the text of the first heading of a page. */
export function readTitle(markdown: string): string {
  return (/^# (.+)$/m.exec(markdown)?.[1] ?? '').replaceAll('`', '')
}
