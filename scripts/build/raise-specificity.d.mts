import type { Plugin } from 'vite'

export declare function raisesSpecificity(): Plugin
