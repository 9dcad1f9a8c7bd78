import { createContext, type ReactNode } from 'react';

/** What the frame puts before each page's title: on small screens, the button that opens the navbar. */
export const PageLeadContext = createContext<ReactNode>(null);
