export interface Prose {
  kind: 'comment' | 'title' | 'document'
  line: number
  text: string
}

export function readProse(file: string, text: string): Prose[]
