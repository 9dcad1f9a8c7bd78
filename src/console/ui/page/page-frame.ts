import { createContext, type ReactNode } from 'react';

/** What the frame puts before each page's title: on small screens, the button that opens the navbar. */
export const PageLeadContext = createContext<ReactNode>(null);

/** What the frame puts below each page's header row: in the settings on small screens, their navigation. */
export const PageBarContext = createContext<ReactNode>(null);
