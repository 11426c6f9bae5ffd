/**
 * Matches the errors of browsers and bundlers for code that failed to load: other errors of a
 * dynamic import come from the code. A string, because the script's entry shares no module with its
 * chunks.
 */
export const CODE_NOT_LOADED =
  '(ing|ed)\\b.* (module|chunk)|binding name|load CSS|MIME type|find module|to fetch$|: Load failed|NetworkError'
