/** How a story is shown. */
export interface StoryLook {
  theme: 'light' | 'dark'
  direction: 'ltr' | 'rtl'
  /** Name of a theme preset. Default: none. */
  preset?: string
}

/** Each theme in each direction. */
export const LOOKS: readonly StoryLook[] = [
  { theme: 'light', direction: 'ltr' },
  { theme: 'dark', direction: 'ltr' },
  { theme: 'light', direction: 'rtl' },
  { theme: 'dark', direction: 'rtl' },
]

/**
 * How `npm test` shows a story: once, in one of the looks, always the same for its id. Over all stories each look is tested,
 * in a quarter of the time that `npm run proof looks` takes for all looks of each story.
 */
export function lookOf(storyId: string): StoryLook {
  let hash = 2_166_136_261
  for (const char of storyId) hash = Math.imul(hash ^ char.charCodeAt(0), 16_777_619) >>> 0
  const look = LOOKS[(hash >>> 8) % LOOKS.length]
  if (!look) throw new Error('there is a look')
  return look
}
