/** One in fixed-point numbers with 18 decimals. */
export const WAD = 10n ** 18n
/** One in fixed-point numbers with 27 decimals. */
export const RAY = 10n ** 27n
