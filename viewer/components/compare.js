/** Two evidences side by side. */
