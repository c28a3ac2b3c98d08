-- The app's role and database: once, on the primary.
create role symptoms login password '${DATABASE_PASSWORD}';
create database symptoms owner symptoms;
