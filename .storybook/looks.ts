/** The look of a story. */
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
 * Returns the look of a story in `npm test`, always the same for its id. All stories together cover
 * each look, in a quarter of the time of `npm run proof looks`, which renders every look of each
 * story.
 */
export function getStoryLook(storyId: string): StoryLook {
  let hash = 2_166_136_261
  for (const char of storyId) hash = Math.imul(hash ^ char.charCodeAt(0), 16_777_619) >>> 0
  const look = LOOKS[(hash >>> 8) % LOOKS.length]
  if (!look) throw new Error('There are no looks')
  return look
}
